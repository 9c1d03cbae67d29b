/** Page bytes from disks that fail. */
import { expect, test } from 'bun:test'
import { requireReadable } from '../../../src/catalog/books/files/locate'
import { readBytes } from '../../../src/reading/pages/read-page-bytes'
import { Semaphore } from '../../../src/platform/lib/semaphore'

// Reading address 0 of the memory of this process fails with EIO, like a broken disk.
const broken = '/proc/self/mem'

test('E12: a broken disk fails before the response begins', async () => {
  const inflating = new Semaphore(1, 1)
  const recipient = new AbortController()
  const stored = { offset: 0, packedSize: 100, size: 100, method: 0 }
  const refused = { reason: 'unavailable', message: expect.stringContaining("can't read") }
  expect(await getError(readBytes(broken, stored, { inflating, recipient }))).toMatchObject(refused)
  expect(await getError(requireReadable(Bun.file(broken)))).toMatchObject(refused)
  const packed = readBytes(broken, { ...stored, method: 8 }, { inflating, recipient })
  expect(await getError(packed)).toMatchObject({ code: 'EIO' })
})

const getError = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
