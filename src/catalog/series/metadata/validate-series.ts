/** Validation and normalization beyond the shape of a request. */
import { type Detail, invalid } from '../../../errors'
import type { MetadataEdit } from '../model'
import { valueMessages, requestMessages } from '../../../platform/messages/common'
import type { Message } from '../../../platform/messages/message'

const maxCustomBytes = 64 * 1024
const maxCustomDepth = 20

/** Converts blank text to null and normalizes language tags. Throws all errors at once. */
export function normalizeEdit(edit: Partial<MetadataEdit>): Partial<MetadataEdit> {
  const details: Detail[] = []
  const tidy: Partial<MetadataEdit> = Object.fromEntries(
    Object.entries(edit).map(([field, value]) => [field, normalizeText(value)]),
  )
  if (typeof edit.title === 'string' && tidy.title === null) {
    details.push({ path: 'title', message: valueMessages.empty() })
  }
  if (tidy.language) {
    const language = normalizeLanguage(tidy.language)
    if (language === undefined) details.push({ path: 'language', message: languageRule })
    else tidy.language = language
  }
  if (tidy.customMetadata) details.push(...findCustomProblems(tidy.customMetadata))
  if (tidy.authors) {
    tidy.authors = tidy.authors.map(({ name, role, sortName }) => ({
      name: name.trim(),
      role,
      sortName: sortName?.trim() || null,
    }))
    for (const [place, { name }] of tidy.authors.entries()) {
      if (!name) details.push({ path: `authors.${place}.name`, message: valueMessages.empty() })
    }
  }
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
  return tidy
}

export const languageRule = valueMessages.language()

/** `pt-br` becomes `pt-BR`; undefined for an invalid BCP 47 tag. */
export function normalizeLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function normalizeText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return value.trim().toWellFormed() || null
}

function findCustomProblems(value: Record<string, unknown>): Detail[] {
  const problem = findTextProblem(value, 1)
  if (problem) return [{ path: 'customMetadata', message: problem }]
  const bytes = Buffer.byteLength(JSON.stringify(value))
  if (bytes <= maxCustomBytes) return []
  return [{ path: 'customMetadata', message: valueMessages.max_bytes({ max: maxCustomBytes }) }]
}

/** Rejects NUL characters and lone surrogates, which databases cannot store, and deep nesting. */
export function findTextProblem(value: unknown, depth: number): Message | undefined {
  if (depth > maxCustomDepth) return valueMessages.max_depth({ max: maxCustomDepth })
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed() ? valueMessages.bad_text() : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, member] of Object.entries(value)) {
    const problem = findTextProblem(key, depth) ?? findTextProblem(member, depth + 1)
    if (problem) return problem
  }
  return undefined
}
