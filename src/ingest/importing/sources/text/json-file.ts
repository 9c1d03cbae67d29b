/** Reads a JSON file of another program as a whole, after checking its size and structure. */
import { readFileSync, statSync } from 'node:fs'
import { Refusal } from '../../../../errors'
import { findExceededLimit } from '../../../../platform/lib/measure-json'
import { importMessages } from '../../messages'
import type { ServerKind } from '../../neutral-form'
import { refuseDamaged } from './text-file'

const maxMb = 128
const maxDepth = 32
const maxValues = 5_000_000

/** Throws a refusal if the file is damaged or hostile. */
export function readJsonFile(path: string, kind: ServerKind): unknown {
  if (statSync(path).size > maxMb * 2 ** 20) {
    throw new Refusal('too_large', importMessages.file_too_large({ max: maxMb }))
  }
  const bytes = readFileSync(path)
  checkShape(bytes, kind)
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return refuseDamaged(kind, error.message.slice(0, 200))
  }
}

function checkShape(bytes: Uint8Array, kind: ServerKind) {
  const exceeded = findExceededLimit(bytes, { maxDepth, maxValues })
  if (exceeded === 'maxDepth') refuseDamaged(kind, 'values are nested too deeply')
  if (exceeded === 'maxValues') {
    throw new Refusal('too_large', importMessages.too_many_entries({ max: maxValues }))
  }
}
