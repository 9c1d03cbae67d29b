import { defineListTables } from '../item-lists/list-tables'
import { series } from '../series/schema'

export const collectionTables = defineListTables(
  {
    lists: 'collections',
    items: 'collection_series',
    people: 'collection_people',
    groups: 'collection_groups',
  },
  () => series.id,
)

export const collections = collectionTables.lists
export const collectionSeries = collectionTables.items
export const collectionPeople = collectionTables.people
export const collectionGroups = collectionTables.groups
