import { defineMessages } from '../../platform/messages/message'

export const seriesMessages = defineMessages('series', {
  not_found: 'Series not found',
  relevance_needs_search: 'sorting by relevance requires a search',
  too_many_names: 'must have at most {max} names',
  sharing_needs_permission: 'A condition on sharing tags requires the system:admin permission',
  path_needs_permission: 'A condition on the path requires the libraries:write permission',
})
