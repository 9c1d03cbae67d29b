/** Duplicates among real files, as found by a scan. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makeCbz } from '../../support/make/cbz'
import { makePdf } from '../../support/make/pdf'
import {
  addLibrary,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from '../../ingest/scanning/scan-server'
import { waitUntil } from '../../support/wait-until'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

interface Group {
  reason: string
  duplicateCount: number
  books: { path: string }[]
}

test('finds copies, recompressed books, and large PDFs with the same bytes', async () => {
  const folder = makeFolder()
  const comic = await makeCbz({ pages: 3 })
  const described = await makeCbz({ pages: 3, comicInfo: { Series: 'Other' }, stored: false })
  const pdf = Buffer.concat([makePdf({}), Buffer.alloc(1_500_000, '% nothing\n')])
  const different = Buffer.concat([makePdf({}), Buffer.alloc(1_500_000, '% another\n')])
  writeFiles(folder, {
    'A/one.cbz': comic,
    'B/the same.cbz': comic,
    'C/described.cbz': described,
    'D/alone.cbz': await makeCbz({ pages: 4 }),
    'E/paper.pdf': pdf,
    'F/paper again.pdf': pdf,
    'G/paper of the same size.pdf': different,
  })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const listDuplicates = async (): Promise<Group[]> =>
    (await server.call('GET', `/duplicates?libraryId=${id}`, { as: 'max' })).body.data
  // Files without identifying metadata are hashed in the background.
  await waitUntil(async () => (await listDuplicates()).length >= 2)
  const listNames = ({ reason, books }: Group) => [
    reason,
    ...books.map(({ path }) => path.split('/').at(-1)).toSorted(),
  ]
  expect((await listDuplicates()).map(listNames).toSorted()).toEqual([
    ['same_content', 'described.cbz', 'one.cbz', 'the same.cbz'],
    ['same_file', 'paper again.pdf', 'paper.pdf'],
  ])
})
