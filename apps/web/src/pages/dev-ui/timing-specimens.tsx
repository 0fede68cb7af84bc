import { LapTimeText } from '../../timing/lap-time-text.tsx'
import { ResultBadge } from '../../timing/result-badge.tsx'
import { Tag } from '../../timing/tag.tsx'
import { TeamBar } from '../../timing/team-bar.tsx'
import { TyreBadge } from '../../timing/tyre-badge.tsx'
import { WeatherIcon } from '../../timing/weather-icon.tsx'
import { Section } from '../../ui/section.tsx'
import { Specimen, SpecimenRow } from './specimen.tsx'

const TEAM_COLOURS = ['#00d7b6', '#e80020', '#3671c6', '#000000', '#0a1a4a', '#ffffff']

export function TimingSpecimens() {
  return (
    <Section title="Timing">
      <SpecimenRow>
        <Specimen name="lap times">
          <p className="timing flex gap-4 text-timing">
            <LapTimeText text="1:23.456" mark="sessionBest" />
            <LapTimeText text="1:23.601" mark="personalBest" />
            <LapTimeText text="1:24.022" mark={null} />
            <LapTimeText text="1:22.998" mark="invalid" />
          </p>
        </Specimen>
        <Specimen name="what a car does">
          <div className="flex gap-2">
            <Tag tone="pit" title="In the pit lane">
              PIT
            </Tag>
            <Tag tone="plain" title="Out lap">
              OUT
            </Tag>
            <Tag tone="plain" title="In lap">
              IN
            </Tag>
            <Tag tone="finished" title="Finished">
              FIN
            </Tag>
            <Tag tone="bad" title="Retired">
              DNF
            </Tag>
          </div>
        </Specimen>
        <Specimen name="compounds">
          <div className="flex gap-2">
            {[16, 17, 18, 7, 8, 9, 19, 99].map((tyreCompound) => (
              <TyreBadge key={tyreCompound} tyreCompound={tyreCompound} />
            ))}
          </div>
        </Specimen>
        <Specimen name="results">
          <div className="flex gap-2">
            <ResultBadge position={1} points={25} resultStatus={3} />
            <ResultBadge position={3} points={15} resultStatus={3} />
            <ResultBadge position={8} points={4} resultStatus={3} />
            <ResultBadge position={14} points={0} resultStatus={3} />
            <ResultBadge position={null} points={0} resultStatus={4} />
            <ResultBadge position={null} points={0} resultStatus={5} />
          </div>
        </Specimen>
        <Specimen name="team colours">
          <div className="flex gap-3">
            {TEAM_COLOURS.map((teamColour) => (
              <TeamBar key={teamColour} teamColour={teamColour} />
            ))}
          </div>
        </Specimen>
        <Specimen name="weather">
          <div className="flex gap-3">
            {[0, 1, 2, 3, 4, 5].map((weather) => (
              <WeatherIcon key={weather} weather={weather} />
            ))}
          </div>
        </Specimen>
      </SpecimenRow>
    </Section>
  )
}
