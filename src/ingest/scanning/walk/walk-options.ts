import type { Context } from '../../../context'
import { listLibraryFolders, type RootWithRules } from '../queries'
import { bookFormats, parsePatterns } from './rules/file-rules'
import type { WalkOptions } from './tree-walker'

/** Builds the walk options for a root of any library. */
export const buildWalkOptions = ({
  path,
  allowedFormats,
  excludedPatterns,
  followLinks,
}: Pick<
  RootWithRules,
  'path' | 'allowedFormats' | 'excludedPatterns' | 'followLinks'
>): WalkOptions => ({
  root: path,
  formats: allowedFormats?.map((format) => format.toLowerCase()) ?? bookFormats,
  excluded: parsePatterns(excludedPatterns),
  followLinks,
})

/** Lists folders into which links are never followed: all library folders and the data folder. */
export const listFoldersOfServer = async (ctx: Context) => [
  ...(await listLibraryFolders(ctx.db)),
  ctx.config.data_dir,
]
