/**
 * Words with non-ASCII letters that are common in page names. In another encoding, the same bytes
 * are not words.
 */

/** Words that count only if they are not part of a longer word. */
const spaced = [
  // Korean
  '끝 완 완결 권 화 회 편 부 장 쪽',
  // Japanese and Chinese
  '完 終 终 頁 页 扉',
  // French, Spanish, Portuguese and Italian
  'arrière épisode épisodes numéro deuxième première troisième quatrième dernière édition intégrale',
  'préface été noël spécial spéciale à é è è più perché così però città prólogo epílogo',
  'lunedì martedì mercoledì giovedì venerdì',
  'capítulo capítulos página páginas edición edição índice año años español número portadilla último última',
  'coleção história histórias introdução não são',
  // German and the languages of Scandinavia
  'rückseite rücken für größe straße über bände märz titelblatt rückumschlag vorsätze',
  'försättsblad över säsong från på för bak är å och hæfte sæson',
  // Polish, Czech and Slovak
  'okładka okładki rozdział rozdziały księga część tył przód zeszyt treści tytułowa',
  'obálka obálky č díl díly číslo sešit série řada část speciál stránka ročník přední zadní strán',
  // Hungarian, Romanian and Turkish
  'borító kötet szám évad könyv rész első hátsó második harmadik címlap elülső',
  'copertă față ediția ediție pagină prefață și',
  'bölüm bölümler sayı kısım özel sayfası sayfasi sayfa kapağı içindekiler arka ön dış iç son',
  // Russian and Ukrainian
  'обложка обложки глава главы страница страницы стр обл том тома титул содержание оглавление',
  'конец начало выпуск часть серия сезон книга номер пролог эпилог разворот перед зад задняя',
  'корица корици брой обкладинка розділ сторінка зміст кінець частина випуск серія',
  // Greek
  'εξώφυλλο οπισθόφυλλο σελίδα κεφάλαιο τόμος τεύχος περιεχόμενα σελ τέλος',
  'εξωφυλλο οπισθοφυλλο σελιδα κεφαλαιο τομος τευχος περιεχομενα τελος',
  // Hebrew, Arabic and Persian
  'כריכה עמוד דף פרק כרך שער תוכן סוף גיליון חוברת',
  'غلاف الغلاف صفحة الصفحة فصل الفصل مجلد المجلد جزء الجزء عدد العدد فهرس الفهرس جلد قسمت شماره',
  // Thai
  'ปก หน้าปก ปกหน้า ปกหลัง หน้า ตอน ตอนที่ เล่ม เล่มที่ บท บทที่ สารบัญ',
]

/** Words that also count as parts of longer words. */
const unspaced = [
  '표지 목차 차례 후기 번외 외전 특별편 단행본 페이지 컬러 삽화 프롤로그 에필로그 부록 완결 시즌',
  '表紙 目次 扉絵 奥付 口絵 カバー おまけ 番外編 特典 挿絵 序章 終章 最終話 最終回 完全版',
  '封面 封底 目录 目錄 扉页 扉頁 彩页 彩頁 番外 前言 后记 後記 插图 插圖 插画 插畫 附录 附錄 完结',
  '完結 版权 版權 后续 图片 圖片 照片 扫描 掃描 画像 写真 이미지 그림 사진',
]

const split = (rows: readonly string[]) => [...new Set(rows.join(' ').split(' '))].join('|')

const counters = '[話话回卷巻冊册集章頁页期號号部幕夜]'

const pattern = new RegExp(
  String.raw`(?<!\p{L}\p{M}*)(?:${split(spaced)})(?![\p{L}\p{M}])|${split(unspaced)}|第(?=[\d０-９]+${counters})|(?<=第[\d０-９]+)${counters}`,
  'giu',
)

/** Returns the positions of characters in `text` that belong to a common word. */
export function findPageWords(text: string): ReadonlySet<number> {
  const places = new Set<number>()
  for (const { 0: word, index } of text.matchAll(pattern)) {
    for (let i = index; i < index + word.length; i++) places.add(i)
  }
  return places
}
