import type { RootFacts } from '../queries'
import { bookFormats, patternsOf } from './rules'
import type { WalkOrder } from './walk'

/** What counts as a book in a root, of whatever library. */
export const orderOf = ({
  path,
  allowedFormats,
  excludedPatterns,
}: Pick<RootFacts, 'path' | 'allowedFormats' | 'excludedPatterns'>): WalkOrder => ({
  root: path,
  formats: allowedFormats?.map((format) => format.toLowerCase()) ?? bookFormats,
  excluded: patternsOf(excludedPatterns),
})
