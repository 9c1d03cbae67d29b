/**
 * Normalizes text for searching and sorting. Done in code rather than in the database, so that
 * SQLite and PostgreSQL return the same results.
 */
import { spellLetters } from '../../../web/shared/spell-letters'

const foldedLetters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
}

/**
 * Removes differences in case, accents and width, and between hiragana and katakana. Keeps the
 * voicing marks of kana, because they distinguish letters.
 */
export function foldText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Me}]/gu, (mark) => (mark === '\u3099' || mark === '\u309A' ? mark : ''))
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/[øłđı]/g, (letter) => foldedLetters[letter] ?? letter)
  return spellLetters(plain)
}
