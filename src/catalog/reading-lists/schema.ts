import { defineListTables } from '../item-lists/list-tables'
import { books } from '../books/schema'

export const readingListTables = defineListTables(
  {
    lists: 'reading_lists',
    items: 'reading_list_books',
    people: 'reading_list_people',
    groups: 'reading_list_groups',
  },
  () => books.id,
)

export const readingLists = readingListTables.lists
export const readingListBooks = readingListTables.items
export const readingListPeople = readingListTables.people
export const readingListGroups = readingListTables.groups
