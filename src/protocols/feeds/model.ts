import {
  anyText,
  id,
  instant,
  list,
  named,
  nullable,
  shape,
  text,
} from '../../platform/http/shapes'

const addressMembers = {
  id: id(),
  name: anyText(),
  lastUsedAt: nullable(instant()),
  createdAt: instant(),
}
const FeedAddress = named('FeedAddress', addressMembers)
export const FeedAddresses = named('FeedAddresses', { addresses: list(FeedAddress) })
const path = (format: string) =>
  anyText({
    description: `Path of the ${format} on this server. Contains the key; returned only in this response.`,
  })
export const NewFeedAddress = named('NewFeedAddress', {
  ...addressMembers,
  atomPath: path('Atom feed'),
  calendarPath: path('iCalendar feed'),
})
export const FeedAddressCreation = named('FeedAddressCreation', {
  name: text(100, { minLength: 1, description: 'Name of the app or device' }),
})
export const FeedParams = shape({ key: text(200, { minLength: 1 }) })
