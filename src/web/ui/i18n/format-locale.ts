import { i18n } from '@lingui/core'

/**
 * Returns the locale for numbers and dates: the interface's language as spoken in the browser's
 * region, such as `en-GB`.
 */
export const getFormatLocale = (): string =>
  navigator.languages.find((language) => language.split('-')[0] === i18n.locale) ?? i18n.locale
