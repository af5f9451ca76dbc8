import { languageOfScript, segmenterFor } from '@topicmill/text/scripts';
import { expect, it, test } from 'vitest';

test.each([
  ['网络连接设置。先打开 API 页面。', 'zho'],
  ['ネットワークの設定を開いて API を確認します。', 'jpn'],
  ['네트워크 연결을 확인하고 설정을 엽니다.', 'kor'],
  ['เปิดการตั้งค่าและตรวจสอบเครือข่าย', 'tha'],
  ['Ανοίξτε τις ρυθμίσεις του δικτύου.', 'ell'],
  ['Open the settings; α and β are angles.', undefined],
  ['Öffne die Einstellungen.', undefined],
  ['Откройте настройки.', undefined],
  ['', undefined],
  ['123 …', undefined],
])('%s', (text, language) => {
  expect(languageOfScript(text)).toBe(language);
});

it('segments Greek by Greek rules', () => {
  const sentences = (text: string) => [...segmenterFor(text, 'sentence').segment(text)].length;
  expect(sentences('Τι είναι αυτό; Δεν ξέρω.')).toBe(2);
  expect(sentences('What is this; I do not know.')).toBe(1);
});
