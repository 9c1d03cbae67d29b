/** The server from which `quire import` requests the data of another program. */
import type { BookloreLogin } from '../../ingest/importing/sources/booklore/booklore-client'
import type { CommandIo } from '../config'
import { readPassword } from '../user/password-prompt'

export const isAddress = (path: string) => /^https?:\/\//i.test(path)

export async function readServer(
  address: string,
  username: string | undefined,
  io: CommandIo,
): Promise<BookloreLogin> {
  const question = username === undefined ? 'Token: ' : `Password of ${username}: `
  const secret = await readPassword(question, process.stdin, io.err)
  return username === undefined
    ? { address, token: secret?.trim() }
    : { address, username, password: secret }
}
