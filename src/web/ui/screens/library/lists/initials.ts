/** Returns the first letters of the first and the last word of a name, in upper case. */
export function getInitials(name: string): string {
  const words = name.split(/[\s,.]+/u).filter((word) => /\p{L}/u.test(word))
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return ends.map((word) => /\p{L}\p{M}*/u.exec(word)![0].toLocaleUpperCase()).join('')
}
