const spellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
}

/** Spells letters with two others that many people type in their place. */
export const spellLetters = (text: string): string =>
  text.replace(/[ßẞæÆœŒ]/g, (letter) => spellings[letter] ?? letter)
