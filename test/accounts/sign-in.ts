/** Helpers for account tests: passwords, sign-in and credentials as a browser sends them. */
import { eq } from 'drizzle-orm'
import { hashPassword } from '../../src/accounts/users/passwords/passwords'
import { users } from '../../src/accounts/users/schema'
import type { TestServer } from '../support/server'

export const password = 'correct horse battery'

/**
 * Sets the password above for users of the test server. The hash is new each time, because a process
 * remembers which password matched a hash, also for the servers of other test files.
 */
export async function givePasswords(server: TestServer, ...names: string[]) {
  const passwordHash = await hashPassword(password)
  await server.ctx.write(async (tx) => {
    for (const name of names) {
      await tx
        .update(users)
        .set({ passwordHash })
        .where(eq(users.id, server.getUserId(name)))
    }
  })
}

export interface SignedIn {
  id: string
  accessToken: string
  refreshToken: string
  /** `name=value`, the form in which a browser returns it. */
  cookie: string
}

export async function signIn(
  server: TestServer,
  username: string,
  secret = password,
): Promise<SignedIn> {
  const { status, body, headers } = await server.call('POST', '/auth/login', {
    body: { username, password: secret },
  })
  if (status !== 200) throw new Error(`sign-in failed with status ${status}`)
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  return { id: body.user.id, ...body, cookie }
}

export const buildBasicHeader = (name: string, secret: string) =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
