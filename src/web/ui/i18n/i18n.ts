/**
 * Translation, and formatting of numbers and dates. English is in the source: `t('Sign in')`,
 * `t('{count, plural, one {# book} other {# books}}', { count })`. Each other language has a
 * subfolder of JSON files, updated by `bun run catalogues`.
 */
import { i18n } from '@lingui/core'
import { loadNeededParts } from './catalogue-parts'
import { rememberLanguage } from '../theme/page-theme'
import { getFormatLocale } from './format-locale'
import { languages } from './languages'

/**
 * Translates a message. The message must be a literal, because it is extracted from the source, and
 * so must `context`, which comes first among the values. The context distinguishes texts that are
 * the same only in English, such as `t('Series', { context: 'one' })`.
 */
export function t(message: string, values?: Record<string, string | number>): string {
  const key = values?.['context'] ? `${values['context']}|${message}` : message
  // Untranslated messages are not in the catalog.
  return i18n.messages[key] === undefined ? message : i18n._(key, values)
}

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur'])

/**
 * Debug setting that mirrors the layout without a right-to-left language. See
 * docs/web-interface.md.
 */
const isMirrored = readMirrored()

function readMirrored() {
  try {
    return localStorage.getItem('quire-direction') === 'rtl'
  } catch {
    // Storage is blocked, so the setting cannot have been stored.
    return false
  }
}

export const getTextDirection = (language: string) =>
  isMirrored || rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr'

/** Loads and activates a language. Unknown languages fall back to English. */
export async function loadLanguage(wanted: string) {
  const language = languages.includes(wanted) ? wanted : 'en'
  await loadNeededParts(language)
  i18n.activate(language)
  document.documentElement.dir = getTextDirection(language)
}

export async function changeLanguage(wanted: string) {
  await loadLanguage(wanted)
  rememberLanguage(wanted)
}

/** Returns the name of a language in the language itself: `Deutsch`, `English`. */
export const formatLanguageName = (language: string) =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

/** Formatters by language. Creating one is far more expensive than using it. */
const numberFormats = new Map<string, Intl.NumberFormat>()

export function formatNumber(value: number): string {
  const known = numberFormats.get(i18n.locale)
  const format = known ?? new Intl.NumberFormat(getFormatLocale())
  if (!known) numberFormats.set(i18n.locale, format)
  return format.format(value)
}

export const formatPercent = (fraction: number) =>
  new Intl.NumberFormat(getFormatLocale(), { style: 'percent' }).format(fraction)

export const formatDate = (value: string | Date) =>
  new Intl.DateTimeFormat(getFormatLocale(), { dateStyle: 'medium' }).format(new Date(value))
