/** What is wrong with a new account, by field, before the server is asked. */
import { t } from '../../i18n/i18n'

export interface Account {
  username: string
  email: string
  password: string
  /** The password once more. */
  again: string
}

export type Problems = Readonly<Record<string, string>>

const shortestPassword = 8

export function accountProblems({ username, email, password, again }: Account): Problems {
  const found: [keyof Account, string | false][] = [
    ['username', username === '' && t('Choose a name to sign in with.')],
    ['username', /[@:/]/.test(username) && t('A user name has no “@”, “:” or “/”.')],
    ['email', !/^[^\s@]+@[^\s@]+$/.test(email) && t('This is no e-mail address.')],
    ['password', password.length < shortestPassword && t('It must have at least 8 characters.')],
    ['again', password !== again && t('The two passwords are not the same.')],
  ]
  return Object.fromEntries(found.filter(([, problem]) => problem)) as Problems
}
