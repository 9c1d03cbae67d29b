/**
 * Converts rows to text. Pure. Text from books and users is escaped, so that it never becomes
 * markup, links or formulas.
 */
import type { ExportRow, Value } from './fields'
import type { ExportField, TextFormat } from './model'

interface SectionLook {
  name: string
  fields: readonly ExportField[]
}

interface FormatWriter {
  mediaType: string
  /** Returns the text before all sections. */
  begin: (sections: readonly SectionLook[]) => string
  /** `place` is the index of the section, or undefined if there is only one. */
  beginSection: (section: SectionLook, place: number | undefined) => string
  row: (row: ExportRow, section: SectionLook, place: number) => string
  endSection: (section: SectionLook, count: number) => string
  end: (sections: readonly SectionLook[]) => string
}

const pick = (row: ExportRow, { fields }: SectionLook) =>
  fields.map(({ key }) => [key, row[key] ?? null] as const)

const json: FormatWriter = {
  mediaType: 'application/json',
  begin: (sections) => (sections.length > 1 ? '{' : ''),
  beginSection: ({ name }, place) =>
    place === undefined ? '[' : `${place > 0 ? ',' : ''}\n${JSON.stringify(name)}: [`,
  row: (row, section, place) =>
    `${place > 0 ? ',' : ''}\n${JSON.stringify(Object.fromEntries(pick(row, section)))}`,
  endSection: () => '\n]',
  end: (sections) => (sections.length > 1 ? '}\n' : '\n'),
}

const toText = (value: Value): string => {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') return value.join('; ')
  return String(value)
}

/** Escapes text that spreadsheets would evaluate as a formula. */
const disarm = (value: Value, text: string) =>
  typeof value !== 'number' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text

const toCell = (value: Value) => {
  const text = disarm(value, toText(value))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const csv: FormatWriter = {
  mediaType: 'text/csv; charset=utf-8',
  begin: () => '',
  beginSection: ({ fields }) => `${fields.map(({ key }) => key).join(',')}\r\n`,
  row: (row, section) =>
    `${pick(row, section)
      .map(([, value]) => toCell(value))
      .join(',')}\r\n`,
  endSection: () => '',
  end: () => '',
}

/** Line breaks become spaces, because the text is in a table. */
const escapeMarkdown = (text: string) =>
  text.replaceAll(/[\\`*_{}[\]<>#|~!&]/g, '\\$&').replaceAll(/\s+/g, ' ')

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`

const md: FormatWriter = {
  mediaType: 'text/markdown; charset=utf-8',
  begin: () => '# Quire\n',
  beginSection: ({ name, fields }) =>
    `\n## ${title(name)}\n\n${line(fields.map(({ label }) => label))}${line(fields.map(() => '---'))}`,
  row: (row, section) => line(pick(row, section).map(([, value]) => escapeMarkdown(toText(value)))),
  endSection: () => '',
  end: () => '',
}

const title = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => entities[sign]!)

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem}
table{border-collapse:collapse}td,th{padding:.4rem .8rem;border-bottom:1px solid #bbb;text-align:start;vertical-align:top}
td{overflow-wrap:anywhere;white-space:pre-line}`

const html: FormatWriter = {
  mediaType: 'text/html; charset=utf-8',
  begin: () =>
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Quire</title><style>${style}</style></head><body>\n`,
  beginSection: ({ name, fields }) =>
    `<h1>${title(name)}</h1>\n<table><thead><tr>${fields.map(({ label }) => `<th scope="col">${escapeHtml(label)}</th>`).join('')}</tr></thead><tbody>\n`,
  row: (row, section) =>
    `<tr>${pick(row, section)
      .map(([, value]) => `<td dir="auto">${escapeHtml(toText(value))}</td>`)
      .join('')}</tr>\n`,
  endSection: (_, count) => `</tbody></table>\n<p>${count} rows</p>\n`,
  end: () => '</body></html>\n',
}

export const formats: Record<TextFormat, FormatWriter> = { json, csv, md, html }
