export { parseYaml, soundYamlValue } from './parse-yaml.js';
export { yamlSyntaxMessage, yamlValues } from './yaml-document.js';
