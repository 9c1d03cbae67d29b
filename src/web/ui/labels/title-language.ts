/** Detects the language of titles, which affects glyphs and pronunciation. */

/**
 * Returns the language of a title in an East Asian script, which determines the shape of its
 * characters, or undefined for other titles. Chinese characters occur in several languages, so for
 * them the language of the work is returned, if known.
 */
export function getTitleLanguage(title: string, language: string | null): string | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(title)) return 'ja'
  if (/\p{Script=Hangul}/u.test(title)) return 'ko'
  const isKnown = language !== null && /^(ja|zh|ko)\b/.test(language)
  return isKnown && /\p{Script=Han}/u.test(title) ? language : undefined
}

/** Detects the language of an alternate title from its label, its script or both. */
export function detectLanguage(label: string, title: string): string | undefined {
  if (/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(label)) return label
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(title)) return 'ja'
  if (/\p{Script=Hangul}/u.test(title)) return 'ko'
  if (/\p{Script=Han}/u.test(title)) return /japan/i.test(label) ? 'ja' : 'zh'
  if (/\p{Script=Arabic}/u.test(title)) return 'ar'
  if (/\p{Script=Hebrew}/u.test(title)) return 'he'
  return undefined
}
