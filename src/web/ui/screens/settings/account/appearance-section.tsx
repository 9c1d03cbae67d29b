import { Select } from '../../../components/controls/select'
import { changeLanguage, formatLanguageName, t } from '../../../i18n/i18n'
import { languages } from '../../../i18n/languages'
import { changeSingleKeys, singleKeys } from '../../../state/browser/single-keys'
import { useStore } from '../../../state/store'
import { changeTheme, language, theme, themes } from '../../../theme/page-theme'
import { changeMotion, type Motion, motion, motions } from '../../../theme/motion'
import { formatTheme } from '../../../labels/theme-labels'
import { SettingsCard, Part } from '../shared/settings-section'
import styles from '../settings.module.css'

export function Appearance() {
  const shown = useStore(theme)
  const currentLanguage = useStore(language)
  const moves = useStore(motion)
  const hasSingleKeys = useStore(singleKeys)
  return (
    <Part title={t('Appearance')} lead={t('These settings apply to this browser only')}>
      <SettingsCard>
        <div className={styles.fields}>
          <Select
            label={t('Theme')}
            choices={themes.map((value) => ({ value, label: formatTheme(value) }))}
            value={shown}
            onChange={changeTheme}
          />
          <Select
            label={t('Language')}
            choices={languages.map((value) => ({ value, label: formatLanguageName(value) }))}
            value={currentLanguage}
            onChange={(next) => void changeLanguage(next)}
          />
          <Select
            label={t('Motion')}
            choices={motions.map((value) => ({ value, label: formatMotion(value) }))}
            value={moves}
            onChange={changeMotion}
          />
          <Select
            label={t('Single-key shortcuts')}
            choices={[
              { value: 'on', label: t('On') },
              { value: 'off', label: t('Off') },
            ]}
            value={hasSingleKeys ? 'on' : 'off'}
            onChange={(next) => changeSingleKeys(next === 'on')}
          />
        </div>
      </SettingsCard>
    </Part>
  )
}

const formatMotion = (value: Motion) => (value === 'system' ? t('System default') : t('Reduced'))
