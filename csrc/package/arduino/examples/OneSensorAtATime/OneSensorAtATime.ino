// Reads one analogue pin at a time, as the model asks for it, and says the class when another reading is not worth it.
//
// model.h holds the bytes of a model, as an array model_bytes[] of type uint8_t, in flash.

#include <ifc2f.h>

#include "model.h"

static ifc2f_model model;
static uint32_t memory[512];  // of a session: ifc2f_session_bytes() says how much a model needs

void setup() {
  Serial.begin(115200);
  const int32_t status = ifc2f_open(&model, model_bytes, sizeof model_bytes);
  if (status != IFC2F_OK) {
    Serial.println(ifc2f_strerror(status));
    while (true) {
    }
  }
}

void loop() {
  ifc2f_session session;
  int32_t status = ifc2f_begin(&session, &model, memory, sizeof memory);
  int32_t feature = IFC2F_STOP;
  while (status == IFC2F_OK && (feature = ifc2f_next(&session)) >= 0) {
    const float reading = (float)analogRead(A0 + ifc2f_column(&model, (uint32_t)feature));
    status = ifc2f_answer(&session, (uint32_t)feature, reading);
  }
  if (status == IFC2F_OK && feature == IFC2F_STOP) {
    Serial.print("class ");
    Serial.print(ifc2f_decide(&session));
    Serial.print(" after readings worth ");
    Serial.println(ifc2f_cost(&session));
  } else {
    Serial.println(ifc2f_strerror(status != IFC2F_OK ? status : feature));
  }
  delay(1000);
}
