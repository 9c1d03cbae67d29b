/** Accented letters by language, the most frequent ones first. */

export const westernAlphabets = [
  // French
  'éèàêçûâîôùïëœæü',
  // German
  'üäößéà',
  // Danish, Norwegian, Swedish and Finnish
  'æøåéäö',
  'åäöéü',
  // Spanish
  'íóáéñúü',
  // Catalan
  'àéèóíçòúïü',
  // Portuguese
  'ãçêéóáíúâàõô',
  // Italian
  'èàùòéì',
  // Dutch
  'ëïéèöü',
  // Icelandic
  'áéíóúýðþæö',
]

export const centralAlphabets = [
  // Polish
  'łóężąśćńź',
  // Czech and Slovak
  'áíéěýšřčžůúťďňóöüäô',
  'áíéýšččžúôťďňóäľĺŕ',
  // Hungarian
  'áéőöóüíűú',
  // Croatian and Slovenian
  'čšžćđ',
  // Romanian, with both variants of two letters
  'ăâîșşțţ',
  // German
  'äöüß',
]

export const turkishAlphabets = ['ışüğçöİâîû']
