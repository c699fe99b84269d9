import {
  deleteAuth,
  getAuth,
  postChangePassword,
  postForgotPassword,
  postGlobalLogin,
  postLogin,
  postRegister,
  postResetPassword,
} from '@vee/contract/http/accounts/auth'
import {
  listOutsideProviders,
  postOutsideBegin,
  postOutsideFinish,
} from '@vee/contract/http/accounts/outside-sign-in'
import type { Accounts, Caller, FederatedSignIn, Members, PasswordReset } from '#domain/accounts/index.ts'
import { empty, json, route, type Route } from '#serving/route.ts'

interface AuthRoutesDependencies {
  readonly accounts: Accounts
  readonly members: Members
  readonly passwordReset: PasswordReset
  readonly federatedSignIn: FederatedSignIn
  /** returns whether the caller is a host */
  readonly isHost: (caller: Caller) => Promise<boolean>
}

export const authRoutes = ({
  accounts,
  members,
  passwordReset,
  federatedSignIn,
  isHost,
}: AuthRoutesDependencies): readonly Route[] => [
  route(postGlobalLogin, async ({ body, caller }) =>
    json(
      await accounts.signInWithPassphrase({
        password: body.password,
        remember: body.remember ?? false,
        ip: caller.ip,
      }),
    ),
  ),
  route(postLogin, async ({ body: { email, password, remember = false }, caller: { ip } }) =>
    json(await members.signIn({ email, password, remember, ip })),
  ),
  route(postRegister, async ({ body: { email, password, displayName, acceptTerms, planId }, caller }) =>
    json(await members.register({ email, password, displayName, acceptTerms, planId, ip: caller.ip }), 201),
  ),
  route(getAuth, async ({ caller }) =>
    json(
      caller.kind === 'visitor'
        ? ({ authenticated: false, user: null, tokenProvider: null } as const)
        : ({
            authenticated: true,
            user: caller.user,
            tokenProvider: caller.tokenProvider,
            hasPassword: await members.hasPassword(caller),
            ...((await isHost(caller)) && { isHost: true as const }),
          } as const),
    ),
  ),
  route(deleteAuth, async ({ token }) => {
    if (token !== undefined) await accounts.signOut(token)
    // Files that an earlier version let browsers cache.
    return empty(204, { 'clear-site-data': '"cache"' })
  }),
  route(postForgotPassword, ({ body: { email }, caller: { ip }, origin, locale }) =>
    json(passwordReset.request({ email, ip, origin, locale }), 202),
  ),
  route(postResetPassword, async ({ body: { token, password } }) => {
    await passwordReset.complete(token, password)
    return empty()
  }),
  route(postChangePassword, async ({ body: { currentPassword, password }, token, caller }) => {
    await members.changePassword({ currentPassword, password, token }, caller)
    return empty()
  }),
  route(listOutsideProviders, () => json({ providers: [...federatedSignIn.list()] })),
  route(postOutsideBegin, async ({ params: { provider }, body: { remember = false }, origin }) =>
    json(await federatedSignIn.begin({ provider, remember, origin })),
  ),
  route(postOutsideFinish, async ({ body: { state, query }, origin }) =>
    json(await federatedSignIn.finish({ state, query, origin })),
  ),
]
