import type { Browser, Cookie } from 'playwright-core'
import { type Quire, signIn, visit, type Visit } from './harness'

type Screen = Parameters<typeof visit>[2]

interface Options {
  /** Each visit signs in separately, for tests that end sessions. */
  ownSessions?: boolean
}

/**
 * Returns a function that opens visits as the administrator. They share a session, because
 * verifying a password is deliberately slow.
 */
export function createSignedInVisits(
  browser: Browser,
  quire: Quire,
  { ownSessions = false }: Options = {},
) {
  let session: Cookie[] = []
  return async (screen: Screen = {}): Promise<Visit> => {
    const seen = await visit(browser, quire, screen)
    if (session.length > 0) {
      await seen.context.addCookies(session)
      return seen
    }
    await signIn(seen, quire)
    if (ownSessions) return seen
    const cookies = await seen.context.cookies()
    session = cookies.filter(({ name }) => name !== 'quire_look')
    return seen
  }
}
