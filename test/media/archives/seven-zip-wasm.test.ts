/** The 7-Zip module, which all archives of a process share. */
import { expect, test } from 'bun:test'
import {
  type ArchiveBytes,
  startSevenZip,
  unpackWholeStream,
} from '../../../src/media/archives/sevenzip/seven-zip-wasm'
import { compress } from '../../support/make/seven-zip'

const text = Buffer.from('a page of a book '.repeat(10_000))

const open = (bytes: Uint8Array): ArchiveBytes => ({
  size: bytes.length,
  readInto: (target, position) => {
    target.set(bytes.subarray(position, position + target.length))
    return target.length
  },
})

async function unpack(bytes: Uint8Array) {
  const pieces: Uint8Array[] = []
  const { ok } = await unpackWholeStream(open(bytes), 'xz', (piece) => {
    pieces.push(piece.slice())
    return true
  })
  return { ok, unpacked: Buffer.concat(pieces) }
}

test('an archive that failed leaves nothing behind for the next one', async () => {
  const packed = await compress(text, 'xz')
  const damaged = Buffer.from(packed).fill(0xff, 40, packed.length - 40)
  expect(await unpack(packed)).toEqual({ ok: true, unpacked: text })
  const first = await startSevenZip()
  expect(await unpack(packed)).toEqual({ ok: true, unpacked: text })
  expect((await startSevenZip()) === first).toBe(true)
  expect((await unpack(damaged)).ok).toBe(false)
  expect((await startSevenZip()) === first).toBe(false)
  expect(await unpack(packed)).toEqual({ ok: true, unpacked: text })
})

test('an archive that is no longer wanted does not decide how the process ends', async () => {
  const packed = await compress(text, 'xz')
  await unpackWholeStream(open(packed), 'xz', () => false)
  expect(process.exitCode ?? 0).toBe(0)
})
