import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { Buffer } from 'node:buffer'
import { basename, dirname } from 'node:path'
import type { Document, ErrorCode, Node, YAMLMap } from 'yaml'
import { isAlias, isCollection, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { createLayer, type Layer, quote, addText } from './layer'
import { getOption, isOptionKey, type OptionKey, sectionKeys } from '../model'
import { findNearestKey } from '../key-names'

const maxFileBytes = 256 * 1024
const maxListEntries = 1000

/** Reads a settings file. Returns undefined if it does not exist. */
export function readSettingsFile(file: string): Layer | undefined {
  const layer = createLayer()
  const read = readBoundedFile(file, maxFileBytes)
  if (read === undefined) return undefined
  if ('error' in read) {
    layer.problems.push({ source: file, message: read.error })
    return layer
  }
  new SettingsReader(file, read.text, layer).read()
  return layer
}

/** Reads a text file. Returns undefined if it does not exist, and `error` for other failures. */
export function readBoundedFile(
  file: string,
  maxBytes: number,
): { text: string } | { error: string } | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(file, 'r')
    if (fstatSync(descriptor).isDirectory()) return { error: 'is a folder, not a file' }
    return readUpTo(descriptor, maxBytes)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    if (code === 'EACCES') return { error: 'cannot be read by the user that Quire runs as' }
    return { error: `cannot be read (${String(code ?? error)})` }
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/**
 * Reads to the end instead of trusting the file size, because /dev/stdin and pipes do not report a
 * size.
 */
function readUpTo(descriptor: number, maxBytes: number): { text: string } | { error: string } {
  const buffer = Buffer.alloc(maxBytes + 1)
  let length = 0
  while (length <= maxBytes) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null)
    if (count === 0) break
    length += count
  }
  if (length > maxBytes) return { error: `is larger than ${Math.floor(maxBytes / 1024)} KB` }
  const bytes = buffer.subarray(0, length)
  if (bytes.includes(0)) return { error: 'is not a text file' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { error: 'is not UTF-8' }
  }
}

/**
 * Reads the settings from a YAML document. Visits only nodes that can contain settings, which
 * limits the nesting and the number of aliases to resolve.
 */
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

  read(): void {
    try {
      this.parse()
    } catch (error) {
      // The parser is recursive, so thousands of nested brackets exhaust its stack.
      if (!(error instanceof RangeError)) throw error
      this.layer.problems.push({ source: this.file, message: 'is nested too deeply' })
    }
  }

  private parse(): void {
    // "failsafe" keeps each value as text, so that a password of 0123 stays 0123.
    const document = parseDocument(this.text, {
      schema: 'failsafe',
      lineCounter: this.lines,
      prettyErrors: false,
    })
    this.document = document
    const [error] = document.errors
    if (error !== undefined) {
      // Reports only the first error, because it usually causes the later ones.
      this.layer.problems.push({
        source: this.formatLocation(error.pos[0], true),
        message: describeYamlError(error.code),
      })
      return
    }
    this.readMap(document.contents, '')
  }

  private readMap(node: unknown, section: string): void {
    const map = this.resolveAlias(node)
    if (isNull(map)) return
    if (isMap(map)) {
      for (const pair of map.items) this.readPair(pair, section)
      return
    }
    const what = section === '' ? 'the file' : section
    const message = `${what} must contain settings of the form "name: value"`
    this.layer.problems.push({ source: this.locateNode(map ?? node), message })
  }

  private readPair(pair: YAMLMap['items'][number], section: string): void {
    const name = isScalar(pair.key) ? String(pair.key.value) : undefined
    const source = this.locateNode(pair.key)
    if (name === undefined) {
      this.layer.problems.push({ source, message: 'the name of a setting must be a plain word' })
      return
    }
    const key = section === '' ? name : `${section}.${name}`
    if (isOptionKey(key)) this.readValue(key, pair.value, source)
    else if (sectionKeys.has(key)) this.readMap(pair.value, key)
    else this.layer.problems.push({ source, message: describeUnknownKey(key) })
  }

  private readValue(key: Parameters<typeof addText>[1], node: unknown, source: string): void {
    const value = this.resolveAlias(node)
    const folder = dirname(this.file)
    if (isNull(value)) {
      this.layer.values.set(key, { value: undefined, source })
      return
    }
    const text = this.readText(key, value)
    if (text === undefined) {
      const message = `${key} must be a single value, not a group of settings or a nested list`
      this.layer.problems.push({ source, message })
      return
    }
    addText(this.layer, key, { text, source, folder })
  }

  private readText(key: OptionKey, value: unknown): string | string[] | undefined {
    if (getOption(key).structured && isCollection(value) && this.document) {
      return JSON.stringify(value.toJS(this.document))
    }
    return isSeq(value) ? this.readEntries(value.items) : readScalar(value)
  }

  /**
   * Returns the entries of a list. Returns undefined if one is not a scalar or there are too many.
   */
  private readEntries(items: readonly unknown[]): string[] | undefined {
    if (items.length > maxListEntries) return undefined
    const texts = items.map((item) => readScalar(this.resolveAlias(item)))
    return texts.every((text) => text !== undefined) ? texts : undefined
  }

  private resolveAlias(node: unknown): unknown {
    if (!isAlias(node) || this.document === undefined) return node
    // An unresolved alias is returned unchanged, and is then reported as invalid.
    return node.resolve(this.document) ?? node
  }

  private locateNode(node: unknown): string {
    const range = (node as Node | null | undefined)?.range
    return range ? this.formatLocation(range[0], false) : basename(this.file)
  }

  private formatLocation(offset: number, withColumn: boolean): string {
    const { line, col } = this.lines.linePos(offset)
    return `${basename(this.file)}:${line}${withColumn ? `:${col}` : ''}`
  }
}

function describeUnknownKey(key: string): string {
  const near = findNearestKey(key)
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  return `unknown setting ${quote(key)}${hint}`
}

const readScalar = (node: unknown) => (isScalar(node) ? String(node.value) : undefined)

/** True for `key:`, `key: ~` and `key: null`, but not for `key: "null"`. */
function isNull(node: unknown): boolean {
  if (node === null || node === undefined) return true
  if (!isScalar(node)) return false
  const { type, value } = node
  return type === 'PLAIN' && ['', '~', 'null'].includes(String(value))
}

const yamlErrors: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: '"*" starts an alias in YAML; quote the value',
  BAD_INDENT: 'this line is indented incorrectly, or a bracket is not closed',
  BAD_SCALAR_START: 'a value that starts with this character must be quoted',
  BAD_DQ_ESCAPE:
    'a "\\" within double quotes starts an escape sequence; use single quotes or no quotes for Windows paths',
  BLOCK_AS_IMPLICIT_KEY: 'this line has a second ": "; quote the value if it contains one',
  DUPLICATE_KEY: 'duplicate name; remove one of them',
  KEY_OVER_1024_CHARS: 'the name of a setting is too long',
  MISSING_CHAR: 'a quote, a bracket or a ":" is missing before this position',
  MULTILINE_IMPLICIT_KEY: 'this line is not of the form "name: value"; is a ":" missing?',
  MULTIPLE_DOCS: '"---" starts a second document; a settings file must be one document',
  TAB_AS_INDENT: 'this line starts with a tab; use spaces',
}

/**
 * Describes a YAML error for people who do not know YAML. The messages of the parser are not used,
 * because they quote the text, which may contain secrets.
 */
function describeYamlError(code: ErrorCode): string {
  return yamlErrors[code] ?? 'invalid YAML; compare it with service.yaml.example'
}
