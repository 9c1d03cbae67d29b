/** Reads a JSON file of another program as a whole, after a look at its size and shape. */
import { readFileSync, statSync } from 'node:fs'
import { Refusal } from '../../../../errors'
import { importMessages } from '../../messages'
import type { ServerKind } from '../../neutral-form'
import type { Value } from '../values/foreign-values'
import { refuseDamaged } from './text-file'

const maxMb = 128
const maxDepth = 32
const maxParts = 5_000_000

export type JsonObject = Readonly<Record<string, unknown>>

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

const [quote, escape, comma] = [0x22, 0x5c, 0x2c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** Values take much more memory than their text. */
function checkShape(bytes: Uint8Array, kind: ServerKind) {
  let depth = 0
  let parts = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === quote) at = findEndOfText(bytes, at)
    else if (byte === comma || opening.has(byte)) parts++
    if (opening.has(byte)) depth++
    else if (closing.has(byte)) depth--
    if (depth > maxDepth) refuseDamaged(kind, 'values are nested too deeply')
  }
  if (parts > maxParts) {
    throw new Refusal('too_large', importMessages.too_many_entries({ max: maxParts }))
  }
}

function findEndOfText(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === escape) at++
    else if (bytes[at] === quote) return at
  }
  return bytes.length
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the objects of a list. Anything else is left out. */
export const listObjects = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** Returns a value that can be converted, or null. */
export const toValue = (value: unknown): Value =>
  typeof value === 'string' || typeof value === 'number' ? value : null
