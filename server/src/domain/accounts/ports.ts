import type { OutsideProviderId } from '@vee/contract/http/accounts/outside-sign-in'

/** Hashes passwords. Deliberately slow, and off the main thread. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Returns whether the password matches the hash. */
  matches(password: string, hash: string): Promise<boolean>
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mail. Rejects if the mail server does; the error contains nothing of the mail. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** A user as described by an identity provider. */
export interface FederatedIdentity {
  /** the issuer of the identity */
  readonly issuer: string
  /** the issuer's id of the user, which never changes */
  readonly subject: string
  readonly email: string | undefined
  /** whether the issuer has verified the email address */
  readonly isEmailVerified: boolean
  readonly name: string | undefined
}

/** An identity provider. Throws ProviderFailure if it cannot be reached. */
export interface IdentityProvider {
  readonly id: OutsideProviderId
  readonly label: string
  /** Returns the URL of the sign-in page, and the state for completing the sign-in. */
  begin(visit: {
    readonly redirectUri: string
    readonly state: string
  }): Promise<{ readonly url: string; readonly memo: string }>
  /** Returns undefined if the user did not sign in, or the response does not belong to this sign-in. */
  finish(visit: {
    readonly redirectUri: string
    readonly state: string
    readonly query: string
    readonly memo: string
  }): Promise<FederatedIdentity | undefined>
}
