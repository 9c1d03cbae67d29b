/**
 * Words. English stands in the sources: `t('Sign in')`, `t('{count, plural, one {# book} other {# books}}', { count })`.
 * Other languages are JSON files in a folder here; `bun run catalogues` keeps them complete.
 */
import { i18n } from '@lingui/core'
import { catalogues } from 'virtual:catalogues'
import { rememberLanguage } from '../theme/page-theme'

/** Takes a literal, never a variable: the words are gathered from the sources. */
export const t = (message: string, values?: Record<string, string | number>): string =>
  // Plain English words are in no catalogue: they are themselves.
  i18n.messages[message] === undefined ? message : i18n._(message, values)

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur'])

/** In this browser the layout may be seen mirrored without such a language: see docs/web-interface.md. */
const isMirrored = readMirrored()

function readMirrored() {
  try {
    return localStorage.getItem('quire-direction') === 'rtl'
  } catch {
    // Where a browser keeps nothing, it was never asked for.
    return false
  }
}

export const getTextDirection = (language: string) =>
  isMirrored || rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr'

/** Loads the words of a language and shows them; unknown languages become English. */
export async function loadLanguage(wanted: string) {
  const language = catalogues[wanted] ? wanted : 'en'
  const load = catalogues[language]
  if (!load) throw new Error('English is missing')
  const { messages } = await load()
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.dir = getTextDirection(language)
}

export async function changeLanguage(wanted: string) {
  await loadLanguage(wanted)
  rememberLanguage(wanted)
}

/** `Deutsch`, `English`: a language in its own words. */
export const formatLanguageName = (language: string) =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

/** To make one costs more than to use it a hundred times. */
const numberFormats = new Map<string, Intl.NumberFormat>()

export function formatNumber(value: number): string {
  const known = numberFormats.get(i18n.locale)
  const format = known ?? new Intl.NumberFormat(i18n.locale)
  if (!known) numberFormats.set(i18n.locale, format)
  return format.format(value)
}

export const formatPercent = (fraction: number) =>
  new Intl.NumberFormat(i18n.locale, { style: 'percent' }).format(fraction)

export const formatDate = (value: string | Date) =>
  new Intl.DateTimeFormat(i18n.locale, { dateStyle: 'medium' }).format(new Date(value))
