import type { Accounts, Caller, Members, PasswordReset } from '#domain/accounts/index.ts'
import type { Route } from '../route.ts'
import { deleteAuthRoute } from './delete-auth.ts'
import { getAuthRoute } from './get-auth.ts'
import { postChangePasswordRoute } from './post-change-password.ts'
import { postForgotPasswordRoute } from './post-forgot-password.ts'
import { postGlobalLoginRoute } from './post-global-login.ts'
import { postLoginRoute } from './post-login.ts'
import { postRegisterRoute } from './post-register.ts'
import { postResetPasswordRoute } from './post-reset-password.ts'

export interface AuthUseCases {
  readonly accounts: Accounts
  readonly members: Members
  readonly passwordReset: PasswordReset
  /** returns whether the caller is a host */
  readonly isHost: (caller: Caller) => Promise<boolean>
}

export const authRoutes = ({ accounts, members, passwordReset, isHost }: AuthUseCases): readonly Route[] => [
  postGlobalLoginRoute(accounts),
  postLoginRoute(members),
  postRegisterRoute(members),
  getAuthRoute(members, isHost),
  deleteAuthRoute(accounts),
  postForgotPasswordRoute(passwordReset),
  postResetPasswordRoute(passwordReset),
  postChangePasswordRoute(members),
]
