/** Validates the fields of a new account before it is sent. */
import { t } from '../../i18n/i18n'

export interface Account {
  username: string
  email: string
  password: string
  /** Repeated password. */
  again: string
}

export type Problems = Readonly<Record<string, string>>

const shortestPassword = 8

export function accountProblems({ username, email, password, again }: Account): Problems {
  const found: [keyof Account, string | false][] = [
    ['username', username === '' && t('Choose a username')],
    ['username', /[@:/]/.test(username) && t('Usernames can’t contain “@”, “:” or “/”')],
    ['email', !/^[^\s@]+@[^\s@]+$/.test(email) && t('Enter a valid email address')],
    ['password', password.length < shortestPassword && t('Use at least 8 characters')],
    ['again', password !== again && t('The passwords don’t match')],
  ]
  return Object.fromEntries(found.filter(([, problem]) => problem)) as Problems
}
