import type { Schemas } from '../../../api/client'
import { Select } from '../../../components/controls/select'
import { Switch } from '../../../components/controls/switch'
import { t } from '../../../i18n/i18n'
import {
  alignmentLabels,
  backgroundLabels,
  columnLabels,
  modeLabels,
  pageLayoutLabels,
  scalingLabels,
  tapZoneLabels,
  textThemeLabels,
  toChoices,
  widePageLabels,
} from '../../../labels/reader-labels'
import { usePreferences } from '../../../state/preferences'
import { SettingsCard, Part, PendingSection } from '../shared/settings-section'
import { ReadingProfiles } from './reading-profiles'
import styles from '../settings.module.css'

type Values = Schemas['PreferenceValues']

/** Default settings of the reader. Settings of a library, series or book override them. */
export function Reading() {
  const { answer, values, change } = usePreferences()
  if (!answer.data) return <PendingSection title={t('Reading preferences')} question={answer} />
  return (
    <Part
      title={t('Reading preferences')}
      lead={t(
        'Default reading settings. You can override them per library, series or book; the most specific setting wins.',
      )}
    >
      <Comics values={values} onChange={change} />
      <Texts values={values} onChange={change} />
      <ReadingProfiles />
    </Part>
  )
}

interface GroupProps {
  values: Values
  onChange: (values: Values) => void
}

const Comics = ({ values, onChange }: GroupProps) => (
  <SettingsCard title={t('Comics and manga')}>
    <div className={styles.fields}>
      <Layout values={values} onChange={onChange} />
      <Look values={values} onChange={onChange} />
    </div>
    <Switch
      label={t('Crop borders')}
      hint={t('Crops empty margins so that the artwork appears larger')}
      checked={values['reader.trim'] ?? false}
      onChange={(next) => onChange({ 'reader.trim': next })}
    />
    <Switch
      label={t('Selectable text')}
      hint={t('Words on the page can be selected, copied and highlighted')}
      checked={values['reader.textLayer'] ?? true}
      onChange={(next) => onChange({ 'reader.textLayer': next })}
    />
  </SettingsCard>
)

const Layout = ({ values, onChange }: GroupProps) => (
  <>
    <Select
      label={t('Reading mode')}
      choices={toChoices(modeLabels())}
      value={values['reader.mode'] ?? 'paged'}
      onChange={(next) => onChange({ 'reader.mode': next })}
    />
    <Select
      label={t('Page layout')}
      choices={toChoices(pageLayoutLabels())}
      value={values['reader.spread'] ?? 'auto'}
      onChange={(next) => onChange({ 'reader.spread': next })}
    />
    <Select
      label={t('Wide pages in portrait mode')}
      choices={toChoices(widePageLabels())}
      value={values['reader.widePages'] ?? 'whole'}
      onChange={(next) => onChange({ 'reader.widePages': next })}
    />
    <Select
      label={t('Scaling')}
      choices={toChoices(scalingLabels())}
      value={values['reader.fit'] ?? 'screen'}
      onChange={(next) => onChange({ 'reader.fit': next })}
    />
  </>
)

const Look = ({ values, onChange }: GroupProps) => (
  <>
    <Select
      label={t('Background')}
      choices={toChoices(backgroundLabels())}
      value={values['reader.background'] ?? 'auto'}
      onChange={(next) => onChange({ 'reader.background': next })}
    />
    <Select
      label={t('Tap zones')}
      choices={toChoices(tapZoneLabels())}
      value={values['reader.tapZones'] ?? 'left-right'}
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
  <SettingsCard title={t('E-books')}>
    <div className={styles.fields}>
      <Select
        label={t('Theme')}
        choices={toChoices(textThemeLabels())}
        value={values['epub.theme'] ?? 'auto'}
        onChange={(next) => onChange({ 'epub.theme': next })}
      />
      <Select
        label={t('Layout')}
        choices={[
          { value: 'paged', label: t('Paged') },
          { value: 'scrolled', label: t('Scroll') },
        ]}
        value={values['epub.flow'] ?? 'paged'}
        onChange={(next) => onChange({ 'epub.flow': next })}
      />
      <Select
        label={t('Columns')}
        choices={toChoices(columnLabels())}
        value={values['epub.columns'] ?? 'auto'}
        onChange={(next) => onChange({ 'epub.columns': next })}
      />
      <Select
        label={t('Text alignment')}
        choices={toChoices(alignmentLabels())}
        value={values['epub.align'] ?? 'publisher'}
        onChange={(next) => onChange({ 'epub.align': next })}
      />
    </div>
  </SettingsCard>
)
