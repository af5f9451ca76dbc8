// Whether Typesense takes a collection and documents: `validate <collection.json> <documents.jsonl>`. It prints a line of
// JSON: `{"documents":12}`, or the first fault as `{"fault":"…","line":3}`, without a line if it is the collection's.
#include <fstream>
#include <iostream>
#include "validator.h"

// Typesense's own is in a file that needs OpenSSL and ICU. Documents are refused instead of coerced, so nothing asks for it.
std::string StringUtils::float_to_str(float value) { return std::to_string(value); }

namespace {

int refused(const std::string& fault, size_t line = 0) {
  nlohmann::json answer = {{"fault", fault}};
  if (line > 0) answer["line"] = line;
  std::cout << answer.dump() << "\n";
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  std::ifstream schema_file(arguments[1]);
  std::ifstream documents(arguments[2]);
  if (!schema_file || !documents) return 2;

  nlohmann::json schema = nlohmann::json::parse(schema_file);
  const bool is_nested = schema.value("enable_nested_fields", false);
  const std::string sorted_by = schema.value("default_sorting_field", "");
  std::string fallback_type;
  std::vector<field> fields;
  const auto parsed =
      field::json_fields_to_fields(is_nested, schema["fields"], fallback_type, fields, schema["name"].get<std::string>());
  if (!parsed.ok()) return refused(parsed.error());

  // What creating a collection does next: types, sorting, facets and names that occur twice.
  nlohmann::json kept = nlohmann::json::array();
  const auto made = field::fields_to_json_fields(fields, sorted_by, kept);
  if (!made.ok()) return refused(made.error());

  tsl::htrie_map<char, field> search_schema;
  const tsl::htrie_map<char, field> no_embeddings;
  for (const auto& each : fields) search_schema.emplace(each.name, each);

  size_t line = 0;
  for (std::string text; std::getline(documents, text);) {
    line++;
    nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
    if (!document.is_object()) return refused("It is not a JSON object.", line);
    if (!document.contains("id") || !document["id"].is_string() || document["id"].get<std::string>().empty()) {
      return refused("`id` is not a text.", line);
    }
    const auto taken = validator_t::validate_index_in_memory(document, line, sorted_by, search_schema, no_embeddings, UPSERT,
                                                             false, fallback_type, DIRTY_VALUES::REJECT);
    if (!taken.ok()) return refused(taken.error(), line);
  }
  std::cout << nlohmann::json{{"documents", line}}.dump() << "\n";
  return 0;
}
