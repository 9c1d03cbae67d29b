/** Frequent characters of languages, so that a wrong encoding can be told by its rare ones. */

export const koreanCharacters = new Set(
  '이다의는에가을고하지를도로기은한사인자시대어리서나정아그일만수부스들장주보해전제상라구원화동경공국유소신권편모조성비위방연안마생여우관오세물간면발미각단문선내무요당식실계작과음력속본용재거와말데행중학회치교민외차양통저타금결산명파표책호판완남녀왕검천귀혈탑신',
)

export const simplifiedCharacters = new Set(
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运卷章册漫画页封底录番篇集彩附梦哆啦镖',
)

export const traditionalCharacters = new Set(
  '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運卷章冊漫畫頁封底錄番篇集彩附夢哆啦',
)

export const japaneseCharacters = new Set(
  '日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公野協取都和統以機平総加山思家話世受区領多県続進正安設保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解名交資予川向際査勝面委告軍文反元重近千考判認画海参売利組知案道信策集在件団別物側任引使求所次水半品昨論計死官増係感特情投示変打男基私各始島直両朝革価式確村提運終挙果西勢減台広容必応演電歳住争談能無再位置企真流格有疑口過局少放税検藤町常校料沢裁状工建語球営空職証土与急止送援供可役構木割聴身費付施切由説転食比難防補車優夫研収断井何南石足違消境神番規術護展態導備宅害配副算視条幹独警宮究育席輸訪楽起万着乗店述残想線率病農州武声質念待試族象銀域助労例衛然早張映限親額監環験追審商葉義伝働形景落欧担好退準賞訴辺造英被株頭技低毎医復仕去姿味負閣渡失移差衆個門写評課末守若脳極種美岡影命含福蔵量望松非撃佐核観察整段横融型白深字答夜製票況音申様財港識注呼渉達巻章紙裏扉漫単号編完版',
)

const defineRates = (...rows: [letters: string, rate: number][]): ReadonlyMap<string, number> =>
  new Map(rows.flatMap(([letters, rate]) => [...letters].map((letter) => [letter, rate] as const)))

/** Letters of Russian by frequency. */
export const cyrillicRates = defineRates(
  ['оеаинтсрвл', 0.9],
  ['кмдпуяыьгзб', 0.6],
  ['чйхжшюцщэфъё', 0.3],
  ['іїєґў', 0.2],
)

export const greekRates = defineRates(
  ['αοιετσνρκπςλ', 0.9],
  ['υμηόίάέύώήδγθωφχβξζψ', 0.6],
  ['ϊϋΐΰ', 0.3],
)

export const hebrewRates = defineRates(['יוהלאתמרםן', 0.9], ['נשבטעקפדחצסזגךףץכ', 0.6])

/** Letters of Hebrew and Greek in the form that they have at the end of a word. */
export const finalLetters = new Set('םןךףץς')

export const arabicRates = defineRates(['اليمونرتبةعدسف', 0.9], ['هكقحجأطصشضخذزثغىئإءآظؤ', 0.6])

export const thaiLetters = new Set('านรอกงมยลวดทสตะปบคหจพชขผถซณธภศญ')

/** Letters with accents in the languages of Western Europe. */
export const latinCharacters = new Set('äöüßéèêëàâçîïôûùœæøåñáíóúãõìòÄÖÜÉÈÊÀÂÅÆØÑÁÍÓÚÇÎÔ')

/** Letters with accents in the languages of Central Europe. */
export const centralEuropeanCharacters = new Set(
  'ąćęłńóśźżáčďéěíňřšťúůýžöüőűäôľĺŕđăâîșşțţßĄĆĘŁŃÓŚŹŻÁČĎÉĚÍŇŘŠŤÚŮÝŽÖÜŐŰĐ',
)

export const turkishCharacters = new Set('çğıöşüâîûÇĞİÖŞÜ')
