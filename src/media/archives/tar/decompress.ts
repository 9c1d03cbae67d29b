import { createReadStream } from 'node:fs'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { tooMuchMemory } from '../archive'
import { BadFile } from '../../contents/contents'
import { BookFile } from '../../contents/book-file'
import { unpackWholeStream } from '../sevenzip/seven-zip-wasm'
import { type Packing, detectPacking } from './detect-compression'
import { archiveMessages } from '../messages'

const chunkBytes = 1 << 20
const maxUnpackedBytes = 4 * 2 ** 30
const suspiciousBytes = 64 << 20
const suspiciousRatio = 200
/** The decompressor needs a few megabytes in addition to its dictionary. */
const maxMemoryBytes = 300 << 20

/** Receives a piece that is valid only during the call. Returns false to stop. */
type PieceSink = (piece: Uint8Array) => boolean

/**
 * Decompresses a file in pieces. Throws for decompression bombs. Returns false if it is truncated
 * or damaged.
 */
export async function unpackInPieces(path: string, sink: PieceSink): Promise<boolean> {
  const packing = detectPackingAt(path)
  if (packing === 'xz' || packing === 'bzip2') return unpackWithSevenZip(path, packing, sink)
  return unpackWithZlib(path, packing, sink)
}

function detectPackingAt(path: string): Packing {
  using file = new BookFile(path)
  return detectPacking(file.readUpTo(0, 16)) ?? 'gzip'
}

async function unpackWithZlib(path: string, packing: Packing, sink: PieceSink): Promise<boolean> {
  const file = createReadStream(path, { highWaterMark: chunkBytes })
  const options = { chunkSize: chunkBytes }
  const inflater = packing === 'zstd' ? createZstdDecompress(options) : createGunzip(options)
  file.on('error', (error) => inflater.destroy(error))
  let unpacked = 0
  try {
    for await (const piece of file.pipe(inflater) as AsyncIterable<Buffer>) {
      unpacked += piece.length
      checkUnpackedSize(unpacked, file.bytesRead)
      if (!sink(piece)) break
    }
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    // zlib errors mean that the file is damaged. Other errors, such as disk errors, are thrown.
    if (!/^Z(STD)?_/.test(code ?? '') && code !== 'ERR_BUFFER_TOO_LARGE') throw error
    return false
  } finally {
    file.destroy()
  }
}

async function unpackWithSevenZip(path: string, type: 'xz' | 'bzip2', sink: PieceSink) {
  using file = new BookFile(path)
  let unpacked = 0
  const { ok } = await unpackWholeStream(file, type, (piece, { read, memory }) => {
    if (memory > maxMemoryBytes) throw tooMuchMemory()
    unpacked += piece.length
    checkUnpackedSize(unpacked, read)
    return sink(piece)
  })
  return ok
}

function checkUnpackedSize(unpacked: number, read: number) {
  const suspicious = unpacked > suspiciousBytes && unpacked / read > suspiciousRatio
  if (suspicious || unpacked > maxUnpackedBytes) {
    throw new BadFile('too_large', archiveMessages.possible_bomb())
  }
}
