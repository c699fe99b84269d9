import type { OutsideProviderId } from '@vee/contract/http/outside-sign-in'

/** Turns passwords into what may be kept of them. Slow on purpose, and off the main thread. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Whether this is the password behind the hash. */
  matches(password: string, hash: string): Promise<boolean>
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mail. Fails when the mail server does not take it; the failure holds nothing of the mail. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Somebody as their account elsewhere tells. */
export interface FederatedIdentity {
  /** who tells so */
  readonly issuer: string
  /** the issuer's own name for them, which never changes */
  readonly subject: string
  readonly email: string | undefined
  /** whether the issuer knows that the address is theirs */
  readonly isEmailVerified: boolean
  readonly name: string | undefined
}

/** Where people have accounts elsewhere. Fails with a ProviderFailure when it cannot be asked. */
export interface IdentityProvider {
  readonly id: OutsideProviderId
  readonly label: string
  /** The page where they sign in, and what is needed when they are back. */
  begin(visit: {
    readonly redirectUri: string
    readonly state: string
  }): Promise<{ readonly url: string; readonly memo: string }>
  /** Undefined when they did not sign in there, or what they came back with does not belong to this visit. */
  finish(visit: {
    readonly redirectUri: string
    readonly state: string
    readonly query: string
    readonly memo: string
  }): Promise<FederatedIdentity | undefined>
}
