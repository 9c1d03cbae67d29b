/** Letters with accents by language, the frequent ones first. */

export const westernAlphabets = [
  // French
  'éèàêçâîôûùïëœæü',
  // German
  'äöüßéà',
  // Danish, Norwegian, Swedish and Finnish
  'æøåéäö',
  'åäöéü',
  // Spanish and Catalan
  'íóáéñúüçàèòï',
  // Portuguese
  'ãçáéíóúâêôàõ',
  // Italian
  'èàùòéì',
  // Dutch
  'ëïéèöü',
  // Icelandic
  'áéíóúýðþæö',
]

export const centralAlphabets = [
  // Polish
  'łóżęąśćńź',
  // Czech and Slovak
  'áíéěýšřčžůúťďňóöüäô',
  'áíéýšččžúôťďňóäľĺŕ',
  // Hungarian
  'áéőöóüíűú',
  // Croatian and Slovenian
  'čćšžđ',
  // Romanian, with both forms of two letters
  'ăâîșşțţ',
  // German
  'äöüß',
]

export const turkishAlphabets = ['ışğüöçİâîû']
