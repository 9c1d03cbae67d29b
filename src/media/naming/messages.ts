import { defineMessages } from '../../platform/messages/message'

export const namingSettingMessages = defineMessages('naming.settings', {
  depth: 'must be a whole number from 0 to 10',
  template: 'must be text of 1 to 300 characters',
  pattern_missing: 'must be a pattern',
  group_missing: 'must have a group named {name}, such as (?<{name}>[^/]+)',
  too_many_patterns: 'must be a list of at most 20 patterns',
  unknown_setting: 'is not a setting of this strategy. Its settings: {names}',
  no_settings: 'is not a setting: this strategy has none',
  pattern_too_complex: 'is too complex. Use smaller repeat counts.',
  pattern_invalid: 'invalid pattern: {reason}',
})

/** Explanations of why a file belongs to its series. */
export const groupingMessages = defineMessages('naming.series', {
  from_parent_folder:
    'The series is the folder "{folder}". Its subfolders are parts of the series.',
  from_variant_folder:
    'The folder contains an edition, translation or run of "{folder}" and is a series of its own',
  from_shelf:
    'The folder contains several series. The series is parsed from the file or folder name.',
  from_matching_folder: 'The file name starts with the name of the folder "{folder}"',
  from_embedded_series: "The series is set in the e-book's metadata",
  from_book_title: "The e-book isn't part of a series. It is its own series.",
  from_folder: 'The series is the folder that contains the file',
  from_top_folder: 'The series is the topmost folder. Its subfolders are volumes.',
  from_name: "The file isn't in a series folder. The series is parsed from the file name.",
  from_root:
    "The file name doesn't contain a series. The series is named after the library's folder.",
  from_name_in_folder:
    'The series is parsed from the file or folder name. Books in other folders do not belong to it.',
  from_name_across_folders:
    'The series is parsed from the file or folder name. Books in different folders can belong to the same series.',
  from_name_only: 'The series is parsed from the file name. Folders are ignored.',
  from_metadata: "The series is set in the file's metadata",
  no_metadata: "The file's metadata doesn't contain a series",
  from_name_pattern: "The series is parsed from the file name with one of the library's patterns",
  from_path_pattern: "The series is parsed from the path with the library's pattern",
  below_publisher: 'The series is the folder below the publisher',
  author_folder: "The series is the author's folder",
  own_series: 'Each book is its own series',
  from_rule: 'The series is set by a parsing rule for "{pattern}"',
  from_rule_across_folders:
    'The series is set by a parsing rule for "{pattern}". Books in different folders can belong to the same series.',
})
