/** All kinds of records in a full export, in the order in which they are stored. */
import { accountKinds, userKinds } from './account-kinds'
import { catalogKinds, coverKinds, libraryKinds } from './catalog-kinds'
import { readingKinds } from './reading-kinds'
import { upkeepKinds } from './upkeep-kinds'

export const exportKinds = [
  ...userKinds,
  ...libraryKinds,
  ...accountKinds,
  ...catalogKinds,
  ...readingKinds,
  ...coverKinds,
  ...upkeepKinds,
]
