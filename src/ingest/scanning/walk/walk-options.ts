import type { RootWithRules } from '../queries'
import { bookFormats, parsePatterns } from './file-rules'
import type { WalkOptions } from './tree-walker'

/** Builds the walk options of a root of any library. */
export const buildWalkOptions = ({
  path,
  allowedFormats,
  excludedPatterns,
}: Pick<RootWithRules, 'path' | 'allowedFormats' | 'excludedPatterns'>): WalkOptions => ({
  root: path,
  formats: allowedFormats?.map((format) => format.toLowerCase()) ?? bookFormats,
  excluded: parsePatterns(excludedPatterns),
})
