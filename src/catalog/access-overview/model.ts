import { RestrictionsPatch } from '../../accounts/access/model'
import { ageLimitShape, hidesUnratedShape } from '../../accounts/permissions/model'
import { PageOf, PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  boolean,
  id,
  list,
  long,
  named,
  nullable,
  optional,
  shape,
  type Static,
  uniqueList,
} from '../../platform/http/shapes'

const counts = {
  visibleCount: long({ description: 'Number of series that the user sees' }),
  totalCount: long({
    description: 'Number of series that you see, and that the user would see without restrictions',
  }),
  visibleUnratedCount: long({
    description: 'Number of series without an age rating that the user sees',
  }),
  hiddenUnratedCount: long({
    description:
      'Number of series that are hidden only because they have no age rating and the age limit hides those',
  }),
}

const ageLimit = { ageLimit: ageLimitShape(), hidesUnrated: hidesUnratedShape() }

const UserAccess = named('UserAccess', {
  userId: id(),
  username: anyText(),
  isActive: boolean(),
  isAdministrator: boolean({ description: 'Whether the user sees everything' }),
  libraryIds: nullable(list(id()), {
    description: 'IDs of the visible libraries; null means all libraries',
  }),
  ...ageLimit,
  hasTagRules: boolean({ description: 'Whether sharing tags limit the series' }),
  ...counts,
})
export type UserAccess = Static<typeof UserAccess>
export const UserAccessPage = PageOf(UserAccess)
export const UserAccessQuery = shape(PageQuery)

export const AccessPreviewBody = named('AccessPreviewRequest', {
  userId: optional(
    id('ID of the user whose restrictions would change; a new user without one if omitted'),
  ),
  accessGroupIds: optional(
    uniqueList(id(), {
      maxItems: 100,
      description: 'IDs of the access groups; those of the user if omitted',
    }),
  ),
  ...RestrictionsPatch.properties,
})
export type AccessPreviewBody = Static<typeof AccessPreviewBody>

export const AccessPreview = named('AccessPreview', { ...ageLimit, ...counts })
export type AccessPreview = Static<typeof AccessPreview>
export type SeriesCounts = Pick<AccessPreview, keyof typeof counts>
