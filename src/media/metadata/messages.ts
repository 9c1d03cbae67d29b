import { defineMessages } from '../../platform/messages/message'

export const fileMetadataMessages = defineMessages('file_metadata', {
  comic_info_unreadable: "The ComicInfo file can't be read",
  series_json_unreadable: "The file series.json can't be read",
  invalid_value: "The file's metadata has an invalid value for {field}, which was ignored",
  invalid_date: "The file's metadata has an invalid date, which was ignored",
})
