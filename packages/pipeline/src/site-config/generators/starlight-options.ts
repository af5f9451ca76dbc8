import { isObject } from '@topicmill/base/json';
import type { ConfigValue } from '../config-value.js';

/** What is given to `starlight()`, as a call was written or as an evaluation notes it. */
export function starlightOptions(config: ConfigValue): ConfigValue {
  const integrations = config['integrations'];
  for (const each of Array.isArray(integrations) ? integrations.flat(2) : []) {
    if (!isObject(each) || each['$call'] !== '@astrojs/starlight') continue;
    const [options] = Array.isArray(each['arguments']) ? each['arguments'] : [];
    if (isObject(options)) return options;
  }
  return {};
}
