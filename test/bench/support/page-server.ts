/**
 * Serves books and a plain file for `pages.ts`, in a separate process so that the client does not
 * affect the measurement. Its first output line contains all addresses.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { openShelf } from '../../reading/pages/shelf'
import { makeSevenZip } from '../../support/make/seven-zip'
import { writeTree } from '../../support/make/tree'
import { makeZip } from '../../support/make/zip'

export interface PageServer {
  api: string
  token: string
  /** URL of the plain file. */
  plain: string
  /** Path of the plain file. */
  plainPath: string
  pid: number
  small: Record<'stored' | 'deflated' | 'packed' | 'whole', string>
}

const [kilobytes = '400'] = process.argv.slice(2)
const pageBytes = Number(kilobytes) * 1024

/** Rate limits are disabled, because the benchmark would exceed them. */
const shelf = await openShelf({ 'api.rate_limit.enabled': 'false' })

const noise = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ name: `${i}.jpg`, data: randomBytes(pageBytes) }))

async function addSmall(): Promise<PageServer['small']> {
  const parts = noise(50)
  writeTree(shelf.folder, { 'plain.jpg': parts[0]!.data })
  const deflated = makeZip(parts.map((part) => ({ ...part, method: 8 })))
  return {
    stored: (await shelf.add('stored.cbz', makeZip(parts))).id,
    deflated: (await shelf.add('deflated.cbz', deflated)).id,
    packed: (await shelf.add('packed.cb7', await makeSevenZip(parts, { level: 0 }))).id,
    whole: (await shelf.add('whole.cbz', parts[0]!.data)).id,
  }
}

const small = await addSmall()
const plainPath = join(shelf.folder, 'plain.jpg')
const file = Bun.file(plainPath)
const plain = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => new Response(file),
})
Bun.gc(true)
const answers: PageServer = {
  api: new URL('/api/v1', shelf.url).href,
  token: shelf.server.getToken('ann'),
  plain: plain.url.href,
  plainPath,
  pid: process.pid,
  small,
}
process.stdout.write(`${JSON.stringify(answers)}\n`)
process.on('SIGTERM', () => {
  closeDecoder()
  void Promise.all([plain.stop(true), shelf.close()]).then(() => process.exit(0))
})
