/** Versions of releases, such as `1.2.3` and `1.2.3-rc.1`. */

export const isVersion = (text: string): boolean => /^\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?$/.test(text)

/** Compares versions as defined by Semantic Versioning: `1.0.0-rc.1` comes before `1.0.0`. */
export function compareVersions(one: string, other: string): number {
  const [numbers, suffix] = splitVersion(one)
  const [otherNumbers, otherSuffix] = splitVersion(other)
  for (const [place, number] of numbers.entries()) {
    const difference = number - otherNumbers[place]!
    if (difference !== 0) return difference
  }
  return compareSuffixes(suffix, otherSuffix)
}

function splitVersion(version: string): [number[], string] {
  const [numbers = '', ...suffix] = version.split('-')
  return [numbers.split('.').map(Number), suffix.join('-')]
}

function compareSuffixes(one: string, other: string): number {
  if (one === other) return 0
  if (one === '' || other === '') return one === '' ? 1 : -1
  const [parts, otherParts] = [one.split('.'), other.split('.')]
  for (const [place, part] of parts.entries()) {
    const otherPart = otherParts[place]
    if (otherPart === undefined) return 1
    if (part === otherPart) continue
    return comparePart(part, otherPart)
  }
  return -1
}

/** Compares parts of two suffixes. Numbers come before words. */
function comparePart(one: string, other: string): number {
  const [number, otherNumber] = [Number(one), Number(other)]
  const [isWord, isOtherWord] = [Number.isNaN(number), Number.isNaN(otherNumber)]
  if (isWord !== isOtherWord) return isWord ? 1 : -1
  if (!isWord) return number - otherNumber
  return one < other ? -1 : 1
}
