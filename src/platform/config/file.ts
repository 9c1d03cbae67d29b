import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { Buffer } from 'node:buffer'
import { basename, dirname } from 'node:path'
import type { Document, Node, YAMLMap } from 'yaml'
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { emptyLayer, type Layer, quote, take } from './layer'
import { isOptionKey, sectionKeys } from './model'
import { nearestKey } from './nearest'
import { yamlProblem } from './yaml-words'

const maxFileBytes = 256 * 1024
const maxListEntries = 1000

/** Reads a settings file. Undefined when there is none. */
export function readSettingsFile(file: string): Layer | undefined {
  const layer = emptyLayer()
  const read = readBoundedFile(file, maxFileBytes)
  if (read === undefined) return undefined
  if ('wrong' in read) {
    layer.problems.push({ source: file, message: read.wrong })
    return layer
  }
  new SettingsReader(file, read.text, layer).run()
  return layer
}

/** A text file's content; undefined when it is absent, `wrong` in a person's words otherwise. */
export function readBoundedFile(
  file: string,
  maxBytes: number,
): { text: string } | { wrong: string } | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    if (fstatSync(descriptor).isDirectory()) return { wrong: 'is a folder, not a file' }
    return readUpTo(descriptor, maxBytes)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    if (code === 'EACCES') return { wrong: 'may not be read by the user that Quire runs as' }
    return { wrong: `cannot be read (${String(code ?? error)})` }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** By reading, not by the size on record: /dev/stdin and secrets in pipes have none. */
function readUpTo(descriptor: number, maxBytes: number): { text: string } | { wrong: string } {
  const buffer = Buffer.alloc(maxBytes + 1)
  let length = 0
  while (length <= maxBytes) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null)
    if (count === 0) break
    length += count
  }
  if (length > maxBytes) return { wrong: `is larger than ${Math.floor(maxBytes / 1024)} KB` }
  const bytes = buffer.subarray(0, length)
  if (bytes.includes(0)) return { wrong: 'is not a text file' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { wrong: 'is not written in UTF-8' }
  }
}

/** Walks the parsed file only where settings can stand, so nesting and aliases stay bounded. */
class SettingsReader {
  private readonly file: string
  private readonly layer: Layer
  private readonly lines = new LineCounter()
  private readonly text: string
  private document: Document | undefined

  constructor(file: string, text: string, layer: Layer) {
    this.file = file
    this.text = text
    this.layer = layer
  }

  run(): void {
    try {
      this.parse()
    } catch (error) {
      // The parser recurses: brackets within brackets by the thousand exhaust its stack.
      if (!(error instanceof RangeError)) throw error
      this.layer.problems.push({ source: this.file, message: 'is nested too deeply' })
    }
  }

  private parse(): void {
    // "failsafe" keeps every value as it is written: a password of 0123 stays what it is.
    const document = parseDocument(this.text, {
      schema: 'failsafe',
      lineCounter: this.lines,
      prettyErrors: false,
    })
    this.document = document
    const [error] = document.errors
    if (error !== undefined) {
      // Errors after the first one mostly follow from it.
      this.layer.problems.push({
        source: this.place(error.pos[0], true),
        message: yamlProblem(error.code),
      })
      return
    }
    this.readMap(document.contents, '')
  }

  private readMap(node: unknown, section: string): void {
    const map = this.resolved(node)
    if (isNothing(map)) return
    if (isMap(map)) {
      for (const pair of map.items) this.readPair(pair, section)
      return
    }
    const what = section === '' ? 'the file' : section
    const message = `${what} must hold settings of the form "name: value"`
    this.layer.problems.push({ source: this.placeOf(map ?? node), message })
  }

  private readPair(pair: YAMLMap['items'][number], section: string): void {
    const name = isScalar(pair.key) ? String(pair.key.value) : undefined
    const source = this.placeOf(pair.key)
    if (name === undefined) {
      this.layer.problems.push({ source, message: 'a name of a setting must be a plain word' })
      return
    }
    const key = section === '' ? name : `${section}.${name}`
    if (isOptionKey(key)) this.readValue(key, pair.value, source)
    else if (sectionKeys.has(key)) this.readMap(pair.value, key)
    else this.layer.problems.push({ source, message: unknownKey(key) })
  }

  private readValue(key: Parameters<typeof take>[1], node: unknown, source: string): void {
    const value = this.resolved(node)
    const folder = dirname(this.file)
    if (isNothing(value)) {
      this.layer.given.set(key, { value: undefined, source })
      return
    }
    const text = isSeq(value) ? this.entries(value.items) : scalarText(value)
    if (text === undefined) {
      const message = `${key} must be a value, not a group of settings or a list in a list`
      this.layer.problems.push({ source, message })
      return
    }
    take(this.layer, key, { text, source, folder })
  }

  /** The texts of a list, or undefined when an entry is not a text or there are too many. */
  private entries(items: readonly unknown[]): string[] | undefined {
    if (items.length > maxListEntries) return undefined
    const texts = items.map((item) => scalarText(this.resolved(item)))
    return texts.every((text) => text !== undefined) ? texts : undefined
  }

  private resolved(node: unknown): unknown {
    if (!isAlias(node) || this.document === undefined) return node
    // A reference to nothing stays what it is, and so is told as wrong.
    return node.resolve(this.document) ?? node
  }

  private placeOf(node: unknown): string {
    const range = (node as Node | null | undefined)?.range
    return range ? this.place(range[0], false) : basename(this.file)
  }

  private place(offset: number, withColumn: boolean): string {
    const { line, col } = this.lines.linePos(offset)
    return `${basename(this.file)}:${line}${withColumn ? `:${col}` : ''}`
  }
}

function unknownKey(key: string): string {
  const near = nearestKey(key)
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  return `there is no setting named ${quote(key)}${hint}`
}

const scalarText = (node: unknown) => (isScalar(node) ? String(node.value) : undefined)

/** `key:`, `key: ~` and `key: null`, but not `key: "null"`. */
function isNothing(node: unknown): boolean {
  if (node === null || node === undefined) return true
  if (!isScalar(node)) return false
  const { type, value } = node
  return type === 'PLAIN' && ['', '~', 'null'].includes(String(value))
}
