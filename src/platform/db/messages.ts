import { defineMessages } from '../messages/message'

/** Log messages. */
export const databaseLogMessages = defineMessages('database.log', {
  migrating: 'migrating database',
  backing_up: 'backing up database before migration',
  new_folder:
    'data folder {folder} is new to this database: uploaded covers in another folder are not found, thumbnails are created again. If this is unexpected, stop Quire and check that the disk is mounted',
})
