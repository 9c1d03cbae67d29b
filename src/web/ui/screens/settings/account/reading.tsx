import type { Schemas } from '../../../api/client'
import { Select } from '../../../components/controls/select'
import { Switch } from '../../../components/controls/switch'
import { t } from '../../../i18n/i18n'
import { usePreferences } from '../../../state/preferences'
import { Card, Part, PartToCome } from '../shared/settings-section'
import styles from '../settings.module.css'

type Values = Schemas['PreferenceValues']

/** What counts for every book for which nothing nearer is said. */
export function Reading() {
  const { answer, values, change } = usePreferences()
  if (!answer.data) return <PartToCome title={t('Reading preferences')} question={answer} />
  return (
    <Part
      title={t('Reading preferences')}
      lead={t(
        'Defaults for the readers. You can override them per library, series or book; the most specific setting wins.',
      )}
    >
      <Comics values={values} onChange={change} />
      <Texts values={values} onChange={change} />
    </Part>
  )
}

interface GroupProps {
  values: Values
  onChange: (values: Values) => void
}

const Comics = ({ values, onChange }: GroupProps) => (
  <Card title={t('Comics and manga')}>
    <div className={styles.fields}>
      <Layout values={values} onChange={onChange} />
      <Look values={values} onChange={onChange} />
    </div>
    <Switch
      label={t('Crop borders')}
      checked={values['reader.trim'] ?? false}
      onChange={(next) => onChange({ 'reader.trim': next })}
    />
  </Card>
)

const Layout = ({ values, onChange }: GroupProps) => (
  <>
    <Select
      label={t('Pages')}
      choices={[
        { value: 'paged', label: t('Single pages') },
        { value: 'continuous', label: t('Continuous') },
        { value: 'webtoon', label: t('Long strip (webtoon)') },
      ]}
      value={values['reader.mode'] ?? 'paged'}
      onChange={(next) => onChange({ 'reader.mode': next })}
    />
    <Select
      label={t('Page layout')}
      choices={[
        { value: 'auto', label: t('Auto') },
        { value: 'single', label: t('Single') },
        { value: 'double', label: t('Double') },
      ]}
      value={values['reader.spread'] ?? 'auto'}
      onChange={(next) => onChange({ 'reader.spread': next })}
    />
    <Select
      label={t('Wide pages in portrait mode')}
      choices={[
        { value: 'whole', label: t('Fit') },
        { value: 'split', label: t('Split') },
        { value: 'turned', label: t('Rotate') },
      ]}
      value={values['reader.widePages'] ?? 'whole'}
      onChange={(next) => onChange({ 'reader.widePages': next })}
    />
    <Select
      label={t('Scaling')}
      choices={[
        { value: 'screen', label: t('Fit screen') },
        { value: 'width', label: t('Fit width') },
        { value: 'height', label: t('Fit height') },
        { value: 'original', label: t('Original size') },
      ]}
      value={values['reader.fit'] ?? 'screen'}
      onChange={(next) => onChange({ 'reader.fit': next })}
    />
  </>
)

const Look = ({ values, onChange }: GroupProps) => (
  <>
    <Select
      label={t('Background')}
      choices={[
        { value: 'auto', label: t('Match theme') },
        { value: 'black', label: t('Black') },
        { value: 'gray', label: t('Gray') },
        { value: 'white', label: t('White') },
        { value: 'paper', label: t('Paper') },
      ]}
      value={values['reader.background'] ?? 'auto'}
      onChange={(next) => onChange({ 'reader.background': next })}
    />
    <Select
      label={t('Tap zones')}
      choices={[
        { value: 'edges', label: t('Edges only') },
        { value: 'left-right', label: t('Left & right') },
        { value: 'bands', label: t('Top & bottom') },
        { value: 'off', label: t('Off') },
      ]}
      value={values['reader.tapZones'] ?? 'edges'}
      onChange={(next) => onChange({ 'reader.tapZones': next })}
    />
    <Select
      label={t('Quality')}
      choices={[
        { value: 'fitting', label: t('Optimized for this screen') },
        { value: 'original', label: t('Original') },
      ]}
      value={values['reader.quality'] ?? 'fitting'}
      onChange={(next) => onChange({ 'reader.quality': next })}
    />
  </>
)

const Texts = ({ values, onChange }: GroupProps) => (
  <Card title={t('E-books')}>
    <div className={styles.fields}>
      <Select
        label={t('Paper')}
        choices={[
          { value: 'auto', label: t('Match theme') },
          { value: 'light', label: t('Light') },
          { value: 'sepia', label: t('Sepia') },
          { value: 'gray', label: t('Gray') },
          { value: 'dark', label: t('Dark') },
          { value: 'black', label: t('Black') },
        ]}
        value={values['epub.theme'] ?? 'auto'}
        onChange={(next) => onChange({ 'epub.theme': next })}
      />
      <Select
        label={t('Text')}
        choices={[
          { value: 'paged', label: t('Single pages') },
          { value: 'scrolled', label: t('Scroll') },
        ]}
        value={values['epub.flow'] ?? 'paged'}
        onChange={(next) => onChange({ 'epub.flow': next })}
      />
      <Select
        label={t('Columns')}
        choices={[
          { value: 'auto', label: t('Auto') },
          { value: 'one', label: t('Single') },
          { value: 'two', label: t('Double') },
        ]}
        value={values['epub.columns'] ?? 'auto'}
        onChange={(next) => onChange({ 'epub.columns': next })}
      />
      <Select
        label={t('Text alignment')}
        choices={[
          { value: 'publisher', label: t('Book default') },
          { value: 'start', label: t('Left') },
          { value: 'justify', label: t('Justified') },
        ]}
        value={values['epub.align'] ?? 'publisher'}
        onChange={(next) => onChange({ 'epub.align': next })}
      />
    </div>
  </Card>
)
