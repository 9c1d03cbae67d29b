const spellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
}

/** Replaces letters such as `ß` and `æ` with the two letters that many people type instead. */
export const spellLetters = (text: string): string =>
  text.replace(/[ßẞæÆœŒ]/g, (letter) => spellings[letter] ?? letter)
